/** The acts of the torrent program. */
import { torrentProgram, torrentProgramSet } from '@homeport/contract/download/torrent-program.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { TorrentProgramSetting } from './torrent-program.ts'

export function programActs(setting: TorrentProgramSetting): Handler[] {
  return [
    answer(torrentProgram, async (_, by) => setting.seen({ isOwner: by.from?.role === 'owner' })),
    answer(torrentProgramSet, (choice) => setting.set(choice)),
  ]
}
