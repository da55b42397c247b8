/** For the environment of programs that tests start: their compiled code is kept, which is a third of the work of a start. */
import os from 'node:os'
import path from 'node:path'

export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(os.tmpdir(), 'homeport-compile') }
