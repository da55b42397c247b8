/** Text files in the watched folder, in the encodings that programs write them in. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
import { createWatchedFolder } from './watched-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-watched-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function startedFrom(name: string, bytes: Uint8Array): Promise<string[]> {
  const started: string[] = []
  const faults: unknown[] = []
  const watched = createWatchedFolder({
    folder: () => folder,
    start: async (what) => {
      if ('url' in what) started.push(what.url)
    },
    warn: (line) => faults.push(line),
    onFault: (fault) => faults.push(fault),
  })
  writeFileSync(join(folder, name), bytes)
  // The first look only sees the size, so that a file that grows is not read.
  await watched.look()
  await watched.look()
  expect(faults).toEqual([])
  expect(readdirSync(folder)).toEqual([`${name}.added`])
  return started
}

const shortcut = '[InternetShortcut]\r\nURL=http://a.example/b.mkv\r\n'

describe('a list of links or a shortcut in the watched folder', () => {
  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${shortcut}`)],
    ['UTF-16, as an editor of Windows saves it', Buffer.from(`\ufeff${shortcut}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(shortcut, 'utf16le')],
  ])('is read in %s', async (_, bytes) => {
    expect(await startedFrom('film.url', bytes)).toEqual(['http://a.example/b.mkv'])
  })

  test.each([
    ['gb18030', 'http://a.example/流浪地球.mkv'],
    ['big5', 'http://a.example/臥虎藏龍.mkv'],
    ['windows-1252', 'http://a.example/Financiële één.mkv'],
    ['windows-1251', 'http://a.example/Последнее лето.mkv'],
  ])('is read in %s', async (encoding, url) => {
    expect(await startedFrom('links.txt', encodeText(`# links\r\n${url}\r\n`, encoding))).toEqual([url])
  })
})
