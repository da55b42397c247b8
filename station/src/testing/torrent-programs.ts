/** For tests: the same test on every program that fetches torrents, each the real one. */
import { it } from 'vitest'
import type { setUpDownloads } from './downloads.ts'
import { itWithAria2 } from './engine.ts'
import { hasQbittorrent, noQbittorrent, openQbittorrent } from '../../../testing/qbittorrent.ts'

type Fixture = Pick<ReturnType<typeof setUpDownloads>, 'useProgram' | 'closing' | 'inFolder'>

/** A test that needs torrents; its box has the program, and a swarm of aria2 seeds for it. */
export function onEveryProgram(fixture: Fixture) {
  return (title: string, test: () => Promise<void>, timeoutMs?: number): void => {
    itWithAria2(`${title} (aria2)`, test, timeoutMs)
    it.skipIf(!hasQbittorrent)(`${title} (qBittorrent)${noQbittorrent}`, () => withQbittorrent(fixture, test), timeoutMs)
  }
}

/** The box that the test opens has a qBittorrent. */
export async function withQbittorrent({ useProgram, closing, inFolder }: Fixture, test: () => Promise<void>): Promise<void> {
  const program = await openQbittorrent({ folder: inFolder('qbittorrent') })
  closing.push(program.stop)
  await useProgram(program)
  await test()
}
