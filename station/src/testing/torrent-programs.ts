/** For tests: the same test on every program that fetches torrents, each the real one. */
import { it } from 'vitest'
import type { setUpDownloads } from './downloads.ts'
import { itWithAria2 } from './engine.ts'
import { hasQbittorrent, noQbittorrent, openQbittorrent } from '../../../testing/qbittorrent.ts'
import type { TestProgram } from '../../../testing/torrent-program.ts'
import { hasTransmission, noTransmission, openTransmission } from '../../../testing/transmission.ts'

type Fixture = Pick<ReturnType<typeof setUpDownloads>, 'useProgram' | 'closing' | 'inFolder'>

export const programs = [
  { name: 'qBittorrent', isMissing: !hasQbittorrent, why: noQbittorrent, open: openQbittorrent },
  { name: 'Transmission', isMissing: !hasTransmission, why: noTransmission, open: openTransmission },
] as const
export type ProgramKind = (typeof programs)[number]

type Test = () => Promise<void>
/** but: programs that do not do this. */
type How = { timeoutMs?: number; but?: readonly ProgramKind['name'][] }

/** A test that needs torrents; its box has the program, and a swarm of aria2 seeds for it. */
export function onEveryProgram(fixture: Fixture) {
  return (title: string, test: Test, { timeoutMs, but = [] }: How = {}): void => {
    itWithAria2(`${title} (aria2)`, test, timeoutMs)
    for (const program of programs)
      if (!but.includes(program.name))
        it.skipIf(program.isMissing)(
          `${title} (${program.name})${program.why}`,
          () => withProgram(fixture, { program, test }),
          timeoutMs,
        )
  }
}

/** The box that the test opens has the program. */
export async function withProgram(fixture: Fixture, { program, test }: { program: ProgramKind; test: Test }): Promise<void> {
  await fixture.useProgram(await openProgramOf(fixture, program))
  await test()
}

/** It ends with the test. */
export async function openProgramOf({ closing, inFolder }: Fixture, { name, open }: ProgramKind): Promise<TestProgram> {
  const program = await open({ folder: inFolder(name) })
  closing.push(program.stop)
  return program
}
