/** Finds which program is at an address, before it is told user and password: Transmission shows itself by the first answer of its RPC. */
import { EngineAway } from '../engine/engine.ts'
import { createProgramHttp } from '../house-program/program-http.ts'
import type { ProgramLogin, ProgramDeps } from '../house-program/program-login.ts'
import { refusalOf } from '../house-program/try-program.ts'
import { rpcUrl, sessionHeader } from '../transmission/client.ts'

/** A Refusal where nobody answers. One that is neither is found out when it is tried. */
export async function findKind(address: string, deps: ProgramDeps): Promise<ProgramLogin['kind']> {
  const http = createProgramHttp('The program', deps)
  try {
    const { headers } = await http.request(rpcUrl(address), { isHeadOnly: true })
    const isTransmission =
      headers[sessionHeader] !== undefined ||
      /^transmission$/i.test(String(headers.server)) ||
      /realm="transmission"/i.test(headers['www-authenticate'] ?? '')
    return isTransmission ? 'transmission' : 'qbittorrent'
  } catch (error) {
    throw error instanceof EngineAway ? refusalOf(error) : error
  } finally {
    http.stop()
  }
}
