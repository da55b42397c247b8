/** The figures of a download: a speed is that of one that moves. */
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../../testing/samples.ts'
import { Figures } from './verdict.tsx'

beforeEach(() => {
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

function textOf(part: Partial<Task>): string | null {
  const { container } = render(
    <QueryClientProvider client={createClient(() => {})}>
      <Figures task={{ ...aTask, ...part }} connected={undefined} />
    </QueryClientProvider>,
  )
  return container.textContent
}

test.each([
  ['a link that failed', { kind: 'http', status: TaskStatus.error, is_done: false }, ''],
  ['a torrent that is stopped', { kind: 'magnet', status: TaskStatus.stop, is_done: false, peers: 0 }, 'Down–Up–'],
] as const)('%s shows no speed', (_, part, shown) => {
  const text = textOf({ ...part, speed_bytes: 0, up_speed_bytes: 0 })
  expect(text?.startsWith(shown)).toBe(true)
  expect(text).not.toContain('0K/S')
  if (shown === '') expect(text).toBe('')
})
