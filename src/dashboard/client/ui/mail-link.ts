/** The address of a link that writes a mail. With a bare `?`, whoever ordered would choose its copies and its text. */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
