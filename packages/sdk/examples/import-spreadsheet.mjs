import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { parse } from 'csv-parse/sync'
import { createMany } from '@partner-accounts/sdk/batch'
import { client } from './client.mjs'

const [, , file = 'customers.csv'] = argv
// Rejects files of other encodings, whose accents would be lost.
const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
const rows = parse(text, { columns: true, delimiter: ';' })
const digits = (text) => text.replace(/\D/g, '')

const toBody = (row) => ({
  full_name: row.contact,
  employees_quantity: Number(row.employees),
  email: row.email,
  mobile_phone: digits(row.phone),
  company_doc: {
    name: row.company,
    trade_name: row.company,
    cnpj: row.cnpj.replace(/[./-]/g, ''),
    address: {
      cep: digits(row.cep),
      street_name: row.street,
      street_number: row.number,
      neighborhood: row.neighborhood,
      city: row.city,
      state: row.state,
    },
  },
})

// The journal contains the secrets. After an interruption, repeat the program: it creates no account twice.
const counts = { created: 0, resumed: 0, rejected: 0 }
for await (const result of createMany(client, rows, { toBody, journal: `${file}.journal.jsonl` })) {
  counts[result.status] += 1
  if (result.status === 'rejected') console.error(`row ${result.index + 1}: ${result.error.message}`)
}
console.log(JSON.stringify(counts))
