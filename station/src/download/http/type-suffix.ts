/** A name without a suffix gets that of the type that its server tells, as in Chromium (net/base/filename_util): by its suffix the box knows a film. */

/** A text without a suffix may be anything: old servers call so what they do not know. */
const suffixes = new Map(
  Object.entries({
    mp4: 'video/mp4',
    m4v: 'video/x-m4v',
    mkv: 'video/x-matroska video/matroska video/mkv',
    webm: 'video/webm',
    avi: 'video/x-msvideo video/avi video/msvideo video/vnd.avi',
    mov: 'video/quicktime',
    mpg: 'video/mpeg',
    ts: 'video/mp2t',
    flv: 'video/x-flv',
    wmv: 'video/x-ms-wmv',
    asf: 'video/x-ms-asf',
    ogv: 'video/ogg',
    '3gp': 'video/3gpp',
    rmvb: 'application/vnd.rn-realmedia-vbr',
    rm: 'application/vnd.rn-realmedia',
    mp3: 'audio/mpeg audio/mp3',
    m4a: 'audio/mp4 audio/x-m4a',
    aac: 'audio/aac',
    flac: 'audio/flac audio/x-flac',
    ogg: 'audio/ogg',
    wav: 'audio/wav audio/x-wav',
    jpg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    pdf: 'application/pdf',
    epub: 'application/epub+zip',
    zip: 'application/zip application/x-zip-compressed',
    rar: 'application/vnd.rar application/x-rar-compressed',
    '7z': 'application/x-7z-compressed',
    tar: 'application/x-tar',
    gz: 'application/gzip',
    iso: 'application/x-iso9660-image',
    srt: 'application/x-subrip',
    vtt: 'text/vtt',
    html: 'text/html',
  }).flatMap(([suffix, types]) => types.split(' ').map((type) => [type, suffix] as const)),
)

/** 1080p and 2019 are none. */
const suffixAtEnd = /(?<=[^.])\.([a-z][a-z\d]{0,9}|7z|3gp|3g2)$/i
/** Suffixes of programs that hand out files. */
const programSuffix = /^(?:php\d?|phtml|aspx?|ashx|jspx?|cgi|fcgi|pl|py|cfm|do|action|dll|exe)$/i

/** isOfProgram: the name is that of an address with a query. */
export function withTypeSuffix(name: string, type: string, isOfProgram: boolean): string {
  const suffix = suffixes.get((type.split(';')[0] ?? '').trim().toLowerCase())
  if (suffix === undefined) return name
  const given = suffixAtEnd.exec(name)?.[1]
  if (given === undefined) return `${name}.${suffix}`
  return isOfProgram && programSuffix.test(given) ? name.replace(suffixAtEnd, `.${suffix}`) : name
}
