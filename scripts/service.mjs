/** `npm run -s service`: a systemd user unit that starts Homeport with the machine. */
import { root } from './runtime.mjs'

console.log(`# Save as ~/.config/systemd/user/homeport.service, then:
#   systemctl --user daemon-reload && systemctl --user enable --now homeport && loginctl enable-linger
[Unit]
Description=Homeport
After=network-online.target

[Service]
WorkingDirectory=${root}
ExecStart="${process.execPath}" scripts/start.mjs
Restart=on-failure
RestartSec=5
KillSignal=SIGTERM
TimeoutStopSec=15

[Install]
WantedBy=default.target`)
