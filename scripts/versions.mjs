/**
 * The versions that the box has taken, in <data>/versions (docs/decisions/052): which one runs, and the way into another one and back. Runs on a system Node 18.
 * current.json: {version, previous, is_proven}: previous is '' for the folder that was installed by hand. result.json: what became of the last restart.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** The files that may change with a version and must come back with the one before. */
const databases = [
  { folder: 'station', names: /^station\.db(-wal|-shm)?$/ },
  { folder: 'cloud', names: /^(zh|en)\.db(-wal|-shm)?$/ },
]

export function openVersions({ dataFolder, installed }) {
  const folder = path.join(dataFolder, 'versions')
  const copies = path.join(folder, 'before')
  const at = (name) => path.join(folder, name)
  const read = () => readJson(at('current.json'))

  /** The folder to run: of the chosen version, unless the one installed by hand is as new. */
  function root() {
    const { version = '' } = read()
    if (version === '' || codeOf(at(version)) <= codeOf(installed)) return installed
    return at(version)
  }

  /** With the programs stopped: copies the databases, and chooses the version until it is proven. */
  function enter(version) {
    rmSync(copies, { recursive: true, force: true })
    for (const { folder: program, names } of databases)
      copyNames(path.join(dataFolder, program), path.join(copies, program), names)
    write('current.json', { version, previous: runningName(), is_proven: false })
    rmSync(at('result.json'), { force: true })
  }

  function runningName() {
    const running = root()
    return running === installed ? '' : path.basename(running)
  }

  /** The version answers: older ones but the one before it are removed. */
  function prove() {
    const { version, previous } = read()
    write('current.json', { version, previous, is_proven: true })
    write('result.json', { version, fault: '' })
    rmSync(copies, { recursive: true, force: true })
    for (const name of readdirSync(folder))
      if (/^\d+\.\d+\.\d+$/.test(name) && ![version, previous].includes(name) && !isSharedBy(at(version), at(name)))
        rmSync(at(name), { recursive: true, force: true })
  }

  /** With the programs stopped: the databases and the version of before. */
  function goBack(fault) {
    const { version, previous } = read()
    for (const { folder: program, names } of databases) {
      const copy = path.join(copies, program)
      if (!existsSync(copy)) continue
      removeNames(path.join(dataFolder, program), names)
      copyNames(copy, path.join(dataFolder, program), names)
    }
    write('result.json', { version, fault })
    write('current.json', { version: previous, previous: '', is_proven: true })
    rmSync(copies, { recursive: true, force: true })
    rmSync(at(version), { recursive: true, force: true })
  }

  function write(name, value) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(at(`${name}.part`), `${JSON.stringify(value)}\n`, { flush: true })
    renameSync(at(`${name}.part`), at(name))
  }

  return {
    root,
    enter,
    prove,
    goBack,
    has: (version) => /^\d+\.\d+\.\d+$/.test(version) && existsSync(at(version)),
    /** The machine went down before the version was proven. */
    isUnproven: () => read().is_proven === false,
  }
}

/** The packages of a version may be links into the folder of an earlier one. */
function isSharedBy(version, other) {
  const parts = path.join(version, 'node_modules')
  if (!existsSync(parts)) return false
  return readdirSync(parts, { withFileTypes: true }).some(
    (entry) => entry.isSymbolicLink() && readlinkSync(path.join(parts, entry.name)).startsWith(`${other}${path.sep}`),
  )
}

function codeOf(folder) {
  const [major = 0, minor = 0, patch = 0] = String(readJson(path.join(folder, 'package.json')).version ?? '')
    .split('.')
    .map(Number)
  return major * 10_000 + minor * 100 + patch
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // none yet, or one that is no longer readable: as if no version had been taken
    return {}
  }
}

function copyNames(from, to, names) {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) if (names.test(name)) copyFileSync(path.join(from, name), path.join(to, name))
}

function removeNames(folder, names) {
  for (const name of readdirSync(folder)) if (names.test(name)) rmSync(path.join(folder, name), { force: true })
}
