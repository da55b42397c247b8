/** The program that fetches torrents: the box's own aria2, or one of the owner's with its address and password (decision 089). */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'

export const torrentProgramKinds = ['aria2', 'qbittorrent', 'transmission'] as const
export type TorrentProgramKind = (typeof torrentProgramKinds)[number]
/** own: a program of the owner's; the box finds out at its address which one it is. */
export const torrentProgramChoices = ['aria2', 'own'] as const
export type TorrentProgramChoice = (typeof torrentProgramChoices)[number]

/** works: it answers. away: it does not, and the torrents wait. refused: it no longer takes user and password. none: no aria2 is on this machine. */
export const torrentProgramStates = ['works', 'away', 'refused', 'none'] as const

/** address and user: '' of aria2, and for all but the owner. has_password: one is kept. version: '' while it does not answer. */
export const TorrentProgram = z.object({
  kind: z.string(),
  state: z._default(z.enum(torrentProgramStates), 'away'),
  version: z.string(),
  address: z.string(),
  user: z.string(),
  has_password: z.boolean(),
})
export type TorrentProgram = z.infer<typeof TorrentProgram>

export const programAddressMaxLength = 500
export const programUserMaxLength = 200
export const programPasswordMaxLength = 500

/** http or https, with a host and without user, password or anything behind a question mark. */
function isProgramAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, search, hash, hostname } = new URL(text)
  return hostname !== '' && username === '' && password === '' && search === '' && hash === ''
}

export const torrentProgram = act({ name: 'torrent_program', input: z.object({}), output: TorrentProgram })

/**
 * Tries the program, then keeps it and gives it the torrents at once; nothing changes where it is refused. Without a password the one that is kept goes on, at the same address. 4000 with the field address and a rule program_away,
 * program_none (neither of the programs), program_house (a public address), program_barred (it takes no requests of this address), program_old, program_new (it no longer takes the requests that the box knows), program_folder (it does not see, or may not write, the download folders) or program_files (the box may not read its torrent files), or the field password and the rule program_password. It is not noted in the inbox, which would hold the password.
 */
export const torrentProgramSet = act({
  name: 'torrent_program_set',
  needs: 'owner',
  input: z
    .object({
      kind: z.enum(torrentProgramChoices),
      address: z._default(z.string().check(z.trim(), z.maxLength(programAddressMaxLength, 'range')), ''),
      user: z._default(z.string().check(z.trim(), z.maxLength(programUserMaxLength, 'range')), ''),
      password: z.optional(z.string().check(z.maxLength(programPasswordMaxLength, 'range'))),
    })
    .check(
      z.refine(({ kind, address }) => kind === 'aria2' || address !== '', { path: ['address'], error: 'required' }),
      z.refine(({ kind, address }) => kind === 'aria2' || address === '' || isProgramAddress(address), {
        path: ['address'],
        error: 'program_address',
      }),
    ),
  output: TorrentProgram,
})
