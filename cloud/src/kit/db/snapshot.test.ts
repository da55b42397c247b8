import { expect, test } from 'vitest'
import { sharedReads } from './snapshot.ts'

function controlled() {
  const ends: ((version: string | Error) => void)[] = []
  const read = () =>
    new Promise<string>((resolve, reject) =>
      ends.push((version) => (version instanceof Error ? reject(version) : resolve(version))),
    )
  return { read, ends }
}

test('a caller never gets a read that began before its call; callers meanwhile share the next one', async () => {
  const { read, ends } = controlled()
  const version = sharedReads(read)
  const first = version()
  const [second, third] = [version(), version()]
  expect(ends).toHaveLength(1)
  ends[0]?.('1')
  expect(await first).toBe('1')
  await expect.poll(() => ends.length).toBe(2)
  const late = version()
  ends[1]?.('2')
  expect([await second, await third]).toEqual(['2', '2'])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.('3')
  expect(await late).toBe('3')
})

test('a read that fails rejects for those who share it, and the next one begins anew', async () => {
  const { read, ends } = controlled()
  const version = sharedReads(read)
  const first = version()
  const second = version()
  ends[0]?.(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('2')
  expect(await second).toBe('2')
})
