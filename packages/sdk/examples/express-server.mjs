import express from 'express'
import { ApiError } from '@partner-accounts/sdk'
import { client } from './client.mjs'

const app = express()

app.get('/customers/:taxId', (request, response, next) => {
  // Express 4 does not catch the rejection of a handler. Without `catch`, it would end the process.
  readCustomer(request, response).catch(next)
})

async function readCustomer(request, response) {
  const { name, active_employees } = await client.accounts.get(request.params.taxId)
  response.json({ name, active_employees })
}

app.use((error, _request, response, next) => {
  if (!(error instanceof ApiError)) return next(error)
  response.status(error.status).json({ message: error.uiMessage, requestId: error.requestId })
})

const server = app.listen(Number(process.env.PORT ?? 3001), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
