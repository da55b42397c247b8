import { expect, test } from 'vitest'
import { boxOptions } from '../cloud/src/testing/cloud-process.ts'
import { stationOptions } from '../station/src/testing/box-process.ts'
import { programOptions } from './node-flags.mjs'

test('a box saves memory; a cloud with a database server runs as Node does by itself', () => {
  const box = programOptions('cloud', {})
  expect(box.flags).toEqual(['--max-semi-space-size=2', '--heap-growing-percent=50'])
  expect(programOptions('station', { DATABASE_URL: 'postgres://localhost/homeport' })).toEqual({
    env: { ...box.env, UV_THREADPOOL_SIZE: '64' },
    flags: ['--max-semi-space-size=1', '--heap-growing-percent=50'],
  })
  expect(programOptions('cloud', { DATABASE_URL: '' })).toEqual(box)
  expect(programOptions('cloud', { DATABASE_URL: 'postgres://localhost/homeport' })).toEqual({ flags: [], env: {} })
})

test('tests run cloud and station as a box does', () => {
  expect(stationOptions).toEqual(programOptions('station', {}))
  expect(boxOptions).toEqual(programOptions('cloud', {}))
})
