/** DIDL-Lite, as DLNA writes it: the title, format and subtitle of a film that a renderer is given. */
import type { ShownFilm } from '../polled/device.ts'
import { escapeXml } from './upnp.ts'
import { timeText } from './time-text.ts'

/** Streaming in the foreground or behind, and a renderer that stops reading may go on later. */
const flags = '01700000000000000000000000000000'

/** OP=01: ranges of bytes. CI=1: converted. */
export function featuresOf({ isSeekable, isConverted }: Pick<ShownFilm, 'isSeekable' | 'isConverted'>): string {
  return `DLNA.ORG_OP=${isSeekable ? '01' : '00'};DLNA.ORG_CI=${isConverted ? '1' : '0'};DLNA.ORG_FLAGS=${flags}`
}

export function didlOf(film: ShownFilm): string {
  const { uri, title, mediaType, durationMs, subtitle } = film
  const duration = durationMs > 0 ? ` duration="${timeText(durationMs)}"` : ''
  const resource = `<res protocolInfo="http-get:*:${mediaType}:${featuresOf(film)}"${duration}>${escapeXml(uri)}</res>`
  const captions =
    subtitle === ''
      ? ''
      : `<sec:CaptionInfoEx sec:type="srt">${escapeXml(subtitle)}</sec:CaptionInfoEx><res protocolInfo="http-get:*:text/srt:*">${escapeXml(subtitle)}</res>`
  const schemas = [
    'xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/"',
    'xmlns:sec="http://www.sec.co.kr/"',
  ]
  const item = `<dc:title>${escapeXml(title)}</dc:title><upnp:class>object.item.videoItem</upnp:class>${resource}${captions}`
  return `<DIDL-Lite ${schemas.join(' ')}><item id="0" parentID="-1" restricted="1">${item}</item></DIDL-Lite>`
}
