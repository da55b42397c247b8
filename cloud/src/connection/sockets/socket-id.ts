/** The id of an open socket (fd): opaque, 128 random bits, sealed for its user; contains the process that holds the socket. */
import { randomBytes } from 'node:crypto'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { isSame, sealOf, type Secrets } from '../base/secrets.ts'

export type SocketOwner = { secrets: Secrets; lang: Lang; user_id: string }

export function issueSocketId({ secrets, lang, user_id }: SocketOwner, process: string): string {
  const open = `${process}.${randomBytes(16).toString('base64url')}`
  return `${open}.${sealOf(secrets[lang], `fd.${lang}.${user_id}.${open}`)}`
}

/** The process that holds the socket; undefined if the fd does not belong to this user. */
export function processOfSocketId({ secrets, lang, user_id }: SocketOwner, fd: string): string | undefined {
  const [process = '', random, seal = '', more] = fd.split('.')
  if (random === undefined || more !== undefined) return undefined
  return isSame(seal, sealOf(secrets[lang], `fd.${lang}.${user_id}.${process}.${random}`)) ? process : undefined
}
