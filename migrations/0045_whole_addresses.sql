-- Addresses whose domain went on behind one of these signs had the key of another mailbox. They leave it first.
UPDATE OR IGNORE people SET email_key = email WHERE email GLOB '*@*[/?#\%]*';
UPDATE OR IGNORE invitations SET email_key = email WHERE email GLOB '*@*[/?#\%]*';

-- The step beside this file then makes all keys once more, by the rule as it is now (src/base/mail/email-key.ts).
