/** The priority of real processes. */
import { spawn } from 'node:child_process'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { giveWay } from './give-way.ts'

it('what someone waits for gives way less than what nobody looks at, and both give way', () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    const pid = child.pid ?? 0
    const own = getPriority()
    giveWay(pid, { isSeen: true })
    const seen = getPriority(pid)
    giveWay(pid)
    expect(seen).toBeGreaterThan(own)
    expect(getPriority(pid)).toBeGreaterThan(seen)
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW)
  } finally {
    child.kill()
  }
})

it('a process that has ended is no fault', () => {
  expect(() => giveWay(undefined)).not.toThrow()
  expect(() => giveWay(2 ** 22 + 1)).not.toThrow()
})
