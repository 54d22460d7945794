import { createIdGenerator } from '@partner-accounts/core'
import { mailDeliveriesContract } from '@partner-accounts/core/testing'
import { MemoryMailDeliveries } from './memory-mail-deliveries.ts'

const newId = createIdGenerator()

mailDeliveriesContract('MemoryMailDeliveries', () => {
  const deliveries = new MemoryMailDeliveries()
  return Promise.resolve({
    deliveries,
    queue({ recipient, content }) {
      const id = newId()
      deliveries.queue({ id, recipient, content })
      return Promise.resolve(id)
    },
    elapse: (seconds) => Promise.resolve(deliveries.elapse(seconds)),
  })
})
