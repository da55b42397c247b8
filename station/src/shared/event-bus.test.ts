import { expect, it } from 'vitest'
import { createEventBus } from './event-bus.ts'

it('P49: a listener that throws is told, the others hear the event, and who emitted it goes on', () => {
  const faults: unknown[] = []
  const heard: string[] = []
  const fault = new Error('a listener')
  const events = createEventBus((one) => faults.push(one))
  events.on('code', ({ code }) => heard.push(`first ${code}`))
  events.on('code', () => {
    throw fault
  })
  events.on('code', ({ code }) => heard.push(`last ${code}`))
  events.emit('code', { code: 'A' })
  events.emit('code', { code: 'B' })
  expect(heard).toEqual(['first A', 'last A', 'first B', 'last B'])
  expect(faults).toEqual([fault, fault])
})
