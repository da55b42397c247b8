package app.homeport;

import android.Manifest;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageInstaller;
import android.os.Build;
import androidx.core.app.NotificationCompat;
import androidx.core.content.ContextCompat;
import androidx.core.content.IntentCompat;
import com.getcapacitor.JSObject;
import com.getcapacitor.PermissionState;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;
import com.getcapacitor.annotation.PermissionCallback;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Downloads a new version of the app, shows a notification with the progress, and starts Android's installer, which asks the user.
 * Android itself refuses a package that is not signed with the key of the installed one. Rejects with "download: …" or "install: …".
 */
@CapacitorPlugin(
    name = "PackageInstaller",
    permissions = @Permission(alias = "notifications", strings = { Manifest.permission.POST_NOTIFICATIONS })
)
public class PackageInstallerPlugin extends Plugin {

    private static final String CHANNEL = "updates";
    private static final String STATUS = "app.homeport.INSTALL_STATUS";
    private static final int NOTICE = 1;
    private static final int TIMEOUT_MS = 30_000;

    private final AtomicBoolean isRunning = new AtomicBoolean(false);

    @PluginMethod
    public void install(PluginCall call) {
        String url = call.getString("url", "");
        if (!url.startsWith("https://") && !url.startsWith("http://")) {
            call.reject("download: url is no http or https address");
            return;
        }
        if (asksForNotifications()) requestPermissionForAlias("notifications", call, "answered");
        else start(call);
    }

    /** Without the permission there is no notification; the update goes on. */
    @PermissionCallback
    private void answered(PluginCall call) {
        start(call);
    }

    private boolean asksForNotifications() {
        return Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU && getPermissionState("notifications") == PermissionState.PROMPT;
    }

    private void start(PluginCall call) {
        if (!isRunning.compareAndSet(false, true)) {
            call.reject("install: another update is being installed");
            return;
        }
        new Thread(() -> run(call), "package-installer").start();
    }

    private void run(PluginCall call) {
        PackageInstaller installer = getContext().getPackageManager().getPackageInstaller();
        int id = -1;
        try {
            PackageInstaller.SessionParams params = new PackageInstaller.SessionParams(PackageInstaller.SessionParams.MODE_FULL_INSTALL);
            params.setAppPackageName(getContext().getPackageName());
            id = installer.createSession(params);
        } catch (IOException | RuntimeException error) {
            end(call, "install: " + error.getMessage());
            return;
        }
        try (PackageInstaller.Session session = installer.openSession(id)) {
            if (download(call, session)) commit(call, session, id);
            else session.abandon();
        } catch (IOException | RuntimeException error) {
            end(call, "install: " + error.getMessage());
        }
    }

    /** Straight into the installer's session: no copy of the package stays behind. */
    private boolean download(PluginCall call, PackageInstaller.Session session) {
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection) new URL(call.getString("url", "")).openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) throw new IOException("status " + connection.getResponseCode());
            copy(call, connection, session);
            return true;
        } catch (IOException | RuntimeException error) {
            end(call, "download: " + error.getMessage());
            return false;
        } finally {
            if (connection != null) connection.disconnect();
        }
    }

    private void copy(PluginCall call, HttpURLConnection connection, PackageInstaller.Session session) throws IOException {
        long total = connection.getContentLengthLong();
        String title = call.getString("title", "Homeport");
        try (InputStream input = connection.getInputStream(); OutputStream output = session.openWrite("homeport.apk", 0, total)) {
            byte[] buffer = new byte[65_536];
            long done = 0;
            int shown = -1;
            for (int size = input.read(buffer); size >= 0; size = input.read(buffer)) {
                output.write(buffer, 0, size);
                done += size;
                int percent = total > 0 ? (int) ((done * 100) / total) : 0;
                if (percent != shown) showProgress(title, percent);
                shown = percent;
            }
            if (total > 0 && done != total) throw new IOException("the connection ended early");
            session.fsync(output);
        }
    }

    private void commit(PluginCall call, PackageInstaller.Session session, int id) {
        Context context = getContext();
        BroadcastReceiver receiver = new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                int status = intent.getIntExtra(PackageInstaller.EXTRA_STATUS, PackageInstaller.STATUS_FAILURE);
                if (status == PackageInstaller.STATUS_PENDING_USER_ACTION) {
                    Intent question = IntentCompat.getParcelableExtra(intent, Intent.EXTRA_INTENT, Intent.class);
                    if (question != null) context.startActivity(question.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
                    return;
                }
                context.unregisterReceiver(this);
                String message = intent.getStringExtra(PackageInstaller.EXTRA_STATUS_MESSAGE);
                end(call, status == PackageInstaller.STATUS_SUCCESS ? null : "install: " + message);
            }
        };
        ContextCompat.registerReceiver(context, receiver, new IntentFilter(STATUS), ContextCompat.RECEIVER_NOT_EXPORTED);
        // Mutable: the installer adds its result. The package makes it reach nobody else.
        int mutable = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S ? PendingIntent.FLAG_MUTABLE : 0;
        Intent status = new Intent(STATUS).setPackage(context.getPackageName());
        PendingIntent result = PendingIntent.getBroadcast(context, id, status, PendingIntent.FLAG_UPDATE_CURRENT | mutable);
        session.commit(result.getIntentSender());
    }

    private void showProgress(String title, int percent) {
        JSObject progress = new JSObject();
        progress.put("percent", percent);
        notifyListeners("progress", progress);
        NotificationManager manager = getContext().getSystemService(NotificationManager.class);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            String name = getContext().getString(R.string.updates);
            manager.createNotificationChannel(new NotificationChannel(CHANNEL, name, NotificationManager.IMPORTANCE_LOW));
        }
        NotificationCompat.Builder notice = new NotificationCompat.Builder(getContext(), CHANNEL)
            .setSmallIcon(android.R.drawable.stat_sys_download)
            .setContentTitle(title)
            .setProgress(100, percent, percent == 0)
            .setOngoing(true)
            .setOnlyAlertOnce(true);
        manager.notify(NOTICE, notice.build());
    }

    /** problem: null where it was installed. */
    private void end(PluginCall call, String problem) {
        isRunning.set(false);
        getContext().getSystemService(NotificationManager.class).cancel(NOTICE);
        if (problem == null) call.resolve();
        else call.reject(problem);
    }
}
