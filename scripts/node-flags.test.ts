import { expect, test } from 'vitest'
import { boxOptions } from '../cloud/src/testing/cloud-process.ts'
import { programOptions } from './node-flags.mjs'

test('a box saves memory; a cloud with a database server runs as Node does by itself', () => {
  const box = programOptions('cloud', {})
  expect(box.flags).toEqual(['--max-semi-space-size=2', '--heap-growing-percent=50'])
  expect(programOptions('station', { DATABASE_URL: 'postgres://localhost/homeport' })).toEqual({
    ...box,
    flags: ['--max-semi-space-size=1', '--heap-growing-percent=50'],
  })
  expect(programOptions('cloud', { DATABASE_URL: '' })).toEqual(box)
  expect(programOptions('cloud', { DATABASE_URL: 'postgres://localhost/homeport' })).toEqual({ flags: [], env: {} })
})

test('the tests of the cloud’s memory run it as a box does', () => {
  expect(boxOptions).toEqual(programOptions('cloud', {}))
})
