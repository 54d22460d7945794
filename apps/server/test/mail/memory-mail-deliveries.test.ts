import { mailDeliveriesContract } from '@partner-accounts/core/testing'
import { MemoryMailDeliveries } from './memory-mail-deliveries.ts'

mailDeliveriesContract('MemoryMailDeliveries', () => {
  const deliveries = new MemoryMailDeliveries()
  return Promise.resolve({
    deliveries,
    queue: ({ id, recipient, content }) => Promise.resolve(deliveries.queue({ id, recipient, content })),
    elapse: (seconds) => Promise.resolve(deliveries.elapse(seconds)),
  })
})
