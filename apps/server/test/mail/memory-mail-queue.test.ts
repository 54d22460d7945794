import { createIdGenerator } from '@partner-accounts/core'
import { mailQueueContract } from '@partner-accounts/core/testing'
import { MemoryMailQueue } from './memory-mail-queue.ts'

const newId = createIdGenerator()

mailQueueContract('MemoryMailQueue', () => {
  const mails = new MemoryMailQueue()
  return Promise.resolve({
    mails,
    queue({ recipient, content, partnerId = null }) {
      const id = newId()
      mails.addOf(partnerId, { id, recipient, content })
      return Promise.resolve(id)
    },
    elapse: (seconds) => Promise.resolve(mails.elapse(seconds)),
  })
})
