/** Downloads and uploads blobs of the cloud; each request is signed with the box's key. */
import { blobPath } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Identity } from '../kit/connection/identity.ts'
import type { Connection } from '../kit/connection/connection.ts'
import { blobFromCloud, putBlob } from '../kit/outside.ts'

export type BlobDeps = { cloud: string; identity: Identity; connection: Pick<Connection, 'cloudNow'> }

export function createBlobs({ cloud, identity, connection }: BlobDeps) {
  const authorizationFor = async (path: string) =>
    `Box ${await identity.blobToken(path, Math.floor(connection.cloudNow() / 1000))}`
  return {
    /** The header of a request for this path of the cloud. */
    authorizationFor,
    /** Undefined if there is none. */
    get: async (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }): Promise<Buffer | undefined> => {
      const path = blobPath(realm, id)
      return blobFromCloud(cloud + path, { ...options, authorization: await authorizationFor(path) })
    },
    put: async (realm: Lang, id: string, bytes: Buffer): Promise<void> => {
      const path = blobPath(realm, id)
      await putBlob(cloud + path, bytes, await authorizationFor(path))
    },
  }
}
