import express from 'express'
import { ApiError } from '@partner-accounts/sdk'
import { client } from './client.mjs'

const app = express()

app.get('/customers/:document', async (request, response) => {
  const { name, active_employees } = await client.accounts.get(request.params.document)
  response.json({ name, active_employees })
})

// Express 5 passes the rejections of handlers here.
app.use((error, _request, response, next) => {
  if (!(error instanceof ApiError)) return next(error)
  response.status(error.status).json({ message: error.uiMessage, requestId: error.requestId })
})

const server = app.listen(Number(process.env.PORT ?? 3001), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
