-- What passkeys sign carries its own end now, under a key of the process. A flood of askers ended others' challenges here.
DROP TABLE passkey_challenges;
