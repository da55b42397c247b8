/** Reads the description of a renderer that answered a search: its name, and where its actions are called. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { judgeSource, portOf } from '../../kit/outside.ts'
import { parseXml, type XmlElement } from '../../kit/xml/parse-xml.ts'
import { firstText, localName } from '../../kit/xml/xml-names.ts'
import { bounds } from './bounds.ts'
import type { SsdpAnswer } from './ssdp.ts'
import { elementNamed, type UpnpClient, type UpnpService } from './upnp.ts'

const httpOk = 200
/** Marks a maker's own way to hand over subtitles. */
const captionMark = 'productcap'

/** rendering: undefined if it lets nobody set its volume. connection: undefined if it does not say what it plays. takesCaptions: it knows the headers for subtitles. */
export type Description = {
  udn: string
  name: string
  transport: UpnpService
  rendering: UpnpService | undefined
  connection: UpnpService | undefined
  takesCaptions: boolean
}

/** undefined: the address is not one of the very device that answered, or leads to Homeport itself. */
export async function locationOf(
  { location, from }: Pick<SsdpAnswer, 'location' | 'from'>,
  ownPorts: () => readonly number[],
): Promise<URL | undefined> {
  const url = URL.canParse(location) ? new URL(location) : undefined
  if (!url || !(await isOfDevice(url, from, ownPorts))) return undefined
  return url
}

/** A device of the house may name no other machine, and nothing of this box. */
async function isOfDevice(url: URL, from: string, ownPorts: () => readonly number[]): Promise<boolean> {
  if (url.protocol !== 'http:' || url.hostname !== from || url.username !== '' || !isPrivateAddress(from)) return false
  const { verdict } = await judgeSource(url.hostname, portOf(url), { allowPrivate: true, ownPorts })
  return verdict === 'fine'
}

/** undefined: no renderer that can be controlled. Rejects where there is no answer within the bounds. */
export async function describe(
  client: UpnpClient,
  location: URL,
  ownPorts: () => readonly number[],
): Promise<Description | undefined> {
  const { status, body } = await client.request(location, {
    headers: {},
    maxBytes: bounds.maxDescriptionBytes,
    signal: AbortSignal.timeout(bounds.answerWithinMs),
  })
  if (status !== httpOk) return undefined
  const { elements } = parseXml(body.toString())
  const device = rendererIn(elements)
  if (!device) return undefined
  const base = elementNamed(elements, 'urlbase')?.text.trim() ?? ''
  const isOurs = (url: URL) => isOfDevice(url, location.hostname, ownPorts)
  const serviceOf = async (name: string) => {
    const service = serviceNamed(device, name)
    const address = service && firstText(service, 'controlurl')
    if (!service || !address || address.length > bounds.maxAddress) return undefined
    const from = URL.canParse(base) ? base : location
    const url = URL.canParse(address, from) ? new URL(address, from) : undefined
    return url && (await isOurs(url)) ? { type: firstText(service, 'servicetype'), url } : undefined
  }
  const transport = await serviceOf('AVTransport')
  const udn = firstText(device, 'udn').slice(0, bounds.maxAddress)
  if (!transport || udn === '') return undefined
  return {
    udn,
    name: nameOf(firstText(device, 'friendlyname')),
    transport,
    rendering: await serviceOf('RenderingControl'),
    connection: await serviceOf('ConnectionManager'),
    takesCaptions: device.children.some((child) => localName(child) === captionMark),
  }
}

/** The renderer may be a part of another device. */
function rendererIn(elements: readonly XmlElement[]): XmlElement | undefined {
  for (const element of elements) {
    if (localName(element) === 'device' && firstText(element, 'devicetype').includes(':MediaRenderer:')) return element
    const inner = rendererIn(element.children)
    if (inner) return inner
  }
  return undefined
}

function serviceNamed(device: XmlElement, name: string): XmlElement | undefined {
  const list = device.children.find((child) => localName(child) === 'servicelist')
  return list?.children.find((service) => firstText(service, 'servicetype').includes(`:${name}:`))
}

/** A TV that has no name is called what it is. */
function nameOf(text: string): string {
  const name = cutText(text.replace(/\p{C}+|\s+/gu, ' ').trim(), bounds.maxName)
  return name === '' ? 'DLNA' : name
}
