import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const OVERLOADED = { kind: 'overloaded' }

/** Creates tasks that hang until they are released. */
function createHangingTasks() {
  const started: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const hang = (name: string) => () => {
    started.push(name)
    return released
  }
  return { started, hang, release }
}

it('a client whose tasks hang has one slot, so another client gets the next one', async () => {
  const queue = new FairQueue(2)
  const { started, hang, release } = createHangingTasks()
  const tasks = [queue.run('203.0.113.1', hang('first')), queue.run('203.0.113.1', hang('second'))]
  expect(await queue.run('203.0.113.2', () => Promise.resolve('done'))).toBe('done')
  expect(started).toEqual(['first'])
  expect(queue.waiting).toBe(1)
  release()
  await Promise.all(tasks)
  expect(started).toEqual(['first', 'second'])
  expect(queue.waiting).toBe(0)
})

it('the networks of an IPv6 site are one client', async () => {
  const queue = new FairQueue(2)
  const { started, hang, release } = createHangingTasks()
  const networks = ['2001:db8:77:1::/64', '2001:db8:77:2::/64', '2001:db8:78:1::/64']
  const tasks = networks.map((network) => queue.run(network, hang(network)))
  await expect.poll(() => started).toEqual(['2001:db8:77:1::/64', '2001:db8:78:1::/64'])
  release()
  await Promise.all(tasks)
})

it('60 tasks of a client wait, and the next one is rejected', async () => {
  const queue = new FairQueue(2)
  const { hang, release } = createHangingTasks()
  const tasks = Array.from({ length: 61 }, () => queue.run('203.0.113.1', hang('task')))
  await expect(queue.run('203.0.113.1', hang('task'))).rejects.toMatchObject(OVERLOADED)
  release()
  await Promise.all(tasks)
  expect(await queue.run('203.0.113.1', () => Promise.resolve('done'))).toBe('done')
})

it('100 clients wait, and the next one is rejected', async () => {
  const queue = new FairQueue(4)
  const { hang, release } = createHangingTasks()
  const tasks = Array.from({ length: 104 }, (_, index) => queue.run(`203.0.113.${index}`, hang('task')))
  await expect(queue.run('198.51.100.1', hang('task'))).rejects.toMatchObject(OVERLOADED)
  release()
  await Promise.all(tasks)
})

it('the slot of a failed task becomes free', async () => {
  const queue = new FairQueue(1)
  await expect(queue.run('203.0.113.1', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await queue.run('203.0.113.1', () => Promise.resolve('done'))).toBe('done')
})
