/** The torrent program that the owner chose in aria2's place, with its address and password. */
import type { TorrentProgramKind } from '@homeport/contract/download/torrent-program.ts'
import type { Lookup } from '../../kit/outside.ts'

/** kind: never aria2. address: an http or https URL. */
export type ProgramLogin = { kind: Exclude<TorrentProgramKind, 'aria2'>; address: string; user: string; password: string }
/** ownPorts: of this machine, which no request may reach. */
export type ProgramDeps = { ownPorts: () => readonly number[]; lookup?: Lookup | undefined }
