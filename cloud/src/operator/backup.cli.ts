/** `npm run backup FILE` and `npm run restore FILE`. Words: backup FILE, restore FILE. */
import { OperatorError } from '../kit/operator-error.ts'
import { readCloudConfig } from '../app/config.ts'
import { backUp, restore } from './backup.ts'

const [word = '', file = '', extra] = process.argv.slice(2)
try {
  if (!['backup', 'restore'].includes(word) || file === '' || extra !== undefined)
    throw new OperatorError(`Write: npm run ${word === 'restore' ? 'restore' : 'backup'} FILE`)
  const config = readCloudConfig()
  const manifest = await (word === 'backup' ? backUp(config, file) : restore(config, file))
  const bytes = Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0)
  const what = `${Object.keys(manifest.files).length} files, ${(bytes / 1e6).toFixed(1)} MB before packing`
  process.stdout.write(
    word === 'backup'
      ? `${file} holds everything but the downloads: ${what}. Whoever has it has the accounts and the key of the box.\n`
      : `Restored into ${config.dataFolder}: ${what}, made by Homeport ${manifest.version} on ${new Date(manifest.made_at).toISOString()}. Now run npm start.\n`,
  )
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
