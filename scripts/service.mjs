/** `npm run -s service`: a systemd user unit that starts Homeport with the machine. */
import path from 'node:path'
import { root } from './runtime.mjs'

const dataFolder = path.resolve(root, process.env.HOMEPORT_DATA || 'data')
const downloads = process.env.HOMEPORT_DOWNLOADS
  ? process.env.HOMEPORT_DOWNLOADS.split(':')
      .filter(Boolean)
      .map((folder) => path.resolve(root, folder))
  : []
const library = process.env.HOMEPORT_LIBRARY_WRITE === '1' ? (process.env.HOMEPORT_LIBRARY ?? '').split(':').filter(Boolean) : []
const writable = [dataFolder, ...downloads, ...library.map((folder) => path.resolve(folder))]
const others = ['DATABASE_URL', 'MQTT_URL', 'UPLOADS_URL', 'SMTP_URL', 'SMS_URL', 'WECHAT_URL', 'ARIA2', 'HTTPS_PROXY']
/** All settings of this shell: the service has no other place for them. */
const settings = Object.entries(process.env)
  .filter(([name, value]) => value && (/^(?:HOMEPORT|TMDB|OPENSUBTITLES)_/.test(name) || others.includes(name)))
  .sort(([one], [other]) => (one < other ? -1 : 1))
/** As systemd reads a quoted value. */
const quoted = (value) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')

console.log(`# Save as ~/.config/systemd/user/homeport.service, then:
# Run npm start once before, and after each update: the service itself may only write to its data.
#   systemctl --user daemon-reload && systemctl --user enable --now homeport && loginctl enable-linger
[Unit]
Description=Homeport
After=network-online.target

[Service]
WorkingDirectory=${root}
${settings.map(([name, value]) => `Environment="${name}=${quoted(value)}"\n`).join('')}ExecStart="${process.execPath}" scripts/start.mjs
Restart=on-failure
RestartSec=5
KillSignal=SIGTERM
TimeoutStopSec=15
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=strict
ProtectHome=read-only
ProtectKernelTunables=true
ProtectControlGroups=true
RestrictSUIDSGID=true
RestrictRealtime=true
LockPersonality=true
ReadWritePaths=${writable.map((folder) => `"${folder}"`).join(' ')}
UMask=0027
MemoryHigh=60%
MemoryMax=75%
TasksMax=512

[Install]
WantedBy=default.target`)
