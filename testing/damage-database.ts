/** For tests: a database of SQLite that another program has open is damaged in each page but the first, as by a disk that fails. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const pageBytes = 4_096

/** It has a table `meta` of keys and values. */
export function damageDatabase(path: string): void {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  // Another's write makes the program read the file anew.
  database.exec("insert into meta (key, value) values ('damage', '')")
  const [{ busy } = {}] = database.prepare('pragma wal_checkpoint(truncate)').all()
  if (busy !== 0) throw new Error('the log is still in use: its pages would hide the damage')
  database.close()
  const file = openSync(path, 'r+')
  const page = Buffer.alloc(pageBytes, 0x5a)
  for (let at = pageBytes; at < fstatSync(file).size; at += pageBytes) writeSync(file, page, 0, pageBytes, at)
  closeSync(file)
}
