/** The browser's database, as systems really treat it. */
import { expect, test } from 'vitest'
import { closeConnections, useIndexedDb } from '../../testing/indexed-db.ts'
import { readSaved, writeTyped } from '../storage.ts'

test('a database whose connection the system closed is opened anew, for reading and for writing', async () => {
  const entries = useIndexedDb({ 'en/1': 'before' })
  expect(await readSaved('en/1')).toBe('before')
  closeConnections()
  expect(await readSaved('en/1')).toBe('before')
  closeConnections()
  await writeTyped('en/2', 'typed')
  expect(entries.get('en/2')).toBe('typed')
  expect(localStorage.getItem('homeport.unsaved')).toBe(null)
})
