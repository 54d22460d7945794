import { expect, it } from 'vitest'
import { parseMailSender } from './mail-address.ts'

it.each([
  ['no-reply@mail.example', { name: '', address: 'no-reply@mail.example', host: 'mail.example' }],
  ['Contas <no-reply@mail.example>', { name: 'Contas', address: 'no-reply@mail.example', host: 'mail.example' }],
  ['"Contas, Ltda." <a@mail.example>', { name: 'Contas, Ltda.', address: 'a@mail.example', host: 'mail.example' }],
  ['a@são.example', { name: '', address: 'a@são.example', host: 'xn--so-sia.example' }],
  ['root@localhost', { name: '', address: 'root@localhost', host: 'localhost' }],
])('parseMailSender accepts %j', (from, sender) => expect(parseMailSender(from)).toEqual(sender))

it.each(['', 'Contas', 'a@b.example, c@d.example', 'A <a@b.example>\r\nBcc: c@d.example', 'a@', '@b', 'a@b@c'])(
  'parseMailSender rejects %j',
  (from) => expect(parseMailSender(from)).toBeUndefined(),
)
