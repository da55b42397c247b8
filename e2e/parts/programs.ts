/** The external programs of the tests: those that the box uses on this machine, and starting another one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { findPrograms } from '../../station/src/app/programs.ts'

const programs = await findPrograms(process.env)
export const { aria2, ffmpeg } = programs

/** Resolves once it runs; rejects at once if it does not start. */
export async function startProgram(command: string, args: string[]): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${command} did not start: ${error.message}`)))
  })
  return child
}
