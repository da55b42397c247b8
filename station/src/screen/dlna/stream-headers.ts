/** Headers of an answer to a renderer: DLNA's for films, and a maker's own for subtitles. */
import type { IncomingHttpHeaders } from 'node:http'
import type { StreamReader } from '../driven/driven-screens.ts'

/** Only what was asked for: others stumble over it. */
export function streamHeaders(request: IncomingHttpHeaders, { features, captions }: StreamReader): Record<string, string> {
  const mode = request['transfermode.dlna.org']
  return {
    ...(typeof mode === 'string' && features !== '' && { 'transferMode.dlna.org': 'Streaming' }),
    ...(request['getcontentfeatures.dlna.org'] === '1' && features !== '' && { 'contentFeatures.dlna.org': features }),
    ...(request['getcaptioninfo.sec'] === '1' && captions !== '' && { 'CaptionInfo.sec': captions }),
  }
}
