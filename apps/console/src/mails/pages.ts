export { MailPage } from './mail-page.tsx'
export { MailsPage } from './mails-page.tsx'
