/** Calls actions of a UPnP device by SOAP, and reads its texts: lenient with what it writes, strict with how much. */
import type { createHttpClient } from '../../kit/http-client.ts'
import { parseXml, type XmlElement } from '../../kit/xml/parse-xml.ts'
import { localName } from '../../kit/xml/xml-names.ts'
import { PlayerRefusal } from '../driven/driver-base.ts'
import { bounds } from './bounds.ts'

export type UpnpClient = Pick<ReturnType<typeof createHttpClient>, 'request'>
/** type: with its version, as the device names it. url: where its actions are called. */
export type UpnpService = { type: string; url: URL }

/** A renderer that is getting ready refuses with it. */
const notNow = 701

/** The device understood the action and refuses it. code: of UPnP, 0 if it named none. */
export function refusalOf(action: string, code: number): PlayerRefusal {
  return new PlayerRefusal(`${action} is refused with ${code}`, { isNotNow: code === notNow })
}

const envelope = 'http://schemas.xmlsoap.org/soap/envelope/'
const encoding = 'http://schemas.xmlsoap.org/soap/encoding/'
const httpOk = 200
const httpFault = 500

/** The values of the answer by their names in small letters. Rejects with a PlayerRefusal, or with another error where there is no answer within the bounds. */
export async function callAction(
  client: UpnpClient,
  { type, url }: UpnpService,
  { action, values = {} }: { action: string; values?: Record<string, string> },
): Promise<Map<string, string>> {
  const given = Object.entries(values).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
  const call = `<u:${action} xmlns:u="${escapeXml(type)}">${given.join('')}</u:${action}>`
  const { status, body } = await client.request(url, {
    headers: { soapaction: `"${type}#${action}"` },
    maxBytes: bounds.maxAnswerBytes,
    signal: AbortSignal.timeout(bounds.answerWithinMs),
    xml: `<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s="${envelope}" s:encodingStyle="${encoding}"><s:Body>${call}</s:Body></s:Envelope>`,
  })
  if (status !== httpOk && status !== httpFault) throw new Error(`${action} is answered with HTTP ${status}`)
  const { elements } = parseXml(body.toString())
  const answer = elementNamed(elements, `${action.toLowerCase()}response`)
  if (answer) return new Map(answer.children.map((child) => [localName(child), child.text.trim()]))
  if (!elementNamed(elements, 'fault')) throw new Error(`${action} has no answer`)
  throw refusalOf(action, Number(elementNamed(elements, 'errorcode')?.text) || 0)
}

/** The first element of this name at any depth, whatever its prefix is. */
export function elementNamed(elements: readonly XmlElement[], name: string): XmlElement | undefined {
  for (const element of elements) {
    const match = localName(element) === name ? element : elementNamed(element.children, name)
    if (match) return match
  }
  return undefined
}

export function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML has no way to write these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
