/** Torrents are checked in a thread of their own: what a hostile one costs it, it never costs the box. */
import { afterEach, describe, expect, it } from 'vitest'
import { torrentOfEmptyValues, torrentOfMany, torrentWith } from '../../testing/torrents.ts'
import { createTorrentChecker, type TorrentChecker } from './check-torrent.ts'
import { parseTorrent, parseTorrentSources } from './parse-torrent.ts'

let checker: TorrentChecker

afterEach(() => checker.stop())

const sound = torrentWith({}, { announce: 'http://tracker.example/announce' })

describe('a torrent', () => {
  it('that is sound is answered with all that the box needs of it', async () => {
    checker = createTorrentChecker()
    const many = torrentOfMany(1_000)
    expect(await checker.check(many)).toEqual({ torrent: parseTorrent(many), sources: parseTorrentSources(many) })
    expect(await checker.check(sound)).toEqual({ torrent: parseTorrent(sound), sources: parseTorrentSources(sound) })
  })

  it('P43: that needs more memory than its thread may have is refused, and the box lives on', async () => {
    const small = createTorrentChecker({ memoryMb: 8 })
    for (let round = 0; round < 3; round += 1)
      expect(await small.check(torrentOfMany(100_000))).toEqual({ flaw: 'torrent_too_large', infoHash: '' })
    await small.stop()
    checker = createTorrentChecker()
    expect(await checker.check(sound)).toMatchObject({ torrent: { name: 'film.mkv' } })
  })

  it('P43: that takes longer than it may is refused', async () => {
    checker = createTorrentChecker({ withinMs: 1 })
    expect(await checker.check(torrentOfMany(100_000))).toEqual({ flaw: 'torrent_too_large', infoHash: '' })
  })

  it('P43: of many values, and one that is sound, are checked side by side; the box goes on meanwhile', async () => {
    checker = createTorrentChecker()
    let turns = 0
    const turn = setInterval(() => (turns += 1), 1)
    const results = await Promise.all([
      checker.check(torrentOfEmptyValues(9_000_000, 'de')),
      checker.check(torrentOfEmptyValues(9_000_000, '0:')),
      checker.check(torrentOfMany(100_000)),
      checker.check(Buffer.alloc(20_000_001)),
      checker.check(sound),
    ])
    clearInterval(turn)
    expect(results.map((result) => ('flaw' in result ? result.flaw : result.torrent.files.count))).toEqual([
      'torrent_too_large',
      'torrent_too_large',
      100_000,
      'torrent_too_large',
      1,
    ])
    expect(turns).toBeGreaterThan(3)
  })

  it('is checked anew after the thread was stopped', async () => {
    checker = createTorrentChecker()
    await checker.check(sound)
    await checker.stop()
    expect(await checker.check(sound)).toMatchObject({ torrent: { total: 14 } })
  })
})
