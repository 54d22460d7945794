import { ACCOUNT_FIELDS } from '@partner-accounts/rules'

export const SAMPLES = {
  accountId: '019cbe5338b89b2d3a7f80c1',
  userId: '019a6da3260062f1b08c9d34',
  eventId: '019cbe5ac4d07a31e5b2c6f4',
  webhookId: '019cbe6011a95c08d2e7b3f6',
  apiToken: 'pat_b25seSBhbiBleGFtcGxlOiBubyB0b2tlbiBhdCBhbGw',
  secret: 'pas_b25seSBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQuLi4',
  token:
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiIwMTlhNmRhMzI2MDA2MmYxYjA4YzlkMzQifQ.b25seSBhbiBleGFtcGxlLCBubyBzaWduYXR1cmUhISE',
  cnpj: ACCOUNT_FIELDS.company_doc.fields.cnpj.example,
  cpf: ACCOUNT_FIELDS.company_doc.fields.cpf.example,
} as const
