/** Files with keys that this cloud makes for itself, which only its own user may read. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { OperatorError } from '../kit/operator-error.ts'

/** cure: how to mend a file that cannot be used, for the operator; it follows "bring it back from a backup, or". */
export function privateFiles(cure: string) {
  function unusable(path: string, error: unknown): OperatorError {
    const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
    return new OperatorError(`HOMEPORT_TLS: ${path} cannot be used (${reason}): bring it back from a backup, or ${cure}`)
  }
  return {
    unusable,
    async openFolder(folder: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw unusable(folder, error)
      })
    },
    /** Undefined if there is none. */
    async read(path: string): Promise<string | undefined> {
      try {
        const text = await readFile(path, 'utf8')
        await chmod(path, 0o600)
        return text
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw unusable(path, error)
      }
    },
    /** A stop in between leaves the file before. */
    async write(path: string, text: string): Promise<void> {
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
}

export function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
