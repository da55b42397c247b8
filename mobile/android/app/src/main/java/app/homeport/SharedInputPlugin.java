package app.homeport;

import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import android.util.Base64;
import androidx.core.content.IntentCompat;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Logger;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What other apps share with Homeport: a text or link, and torrent files. Kept until the app takes it. */
@CapacitorPlugin(name = "SharedInput")
public class SharedInputPlugin extends Plugin {

    private static final int FILES_MOST = 20;
    private static final int BYTES_MOST = 20_000_000;

    private String text = "";
    private final List<Uri> files = new ArrayList<>();

    @Override
    public void load() {
        Intent intent = getActivity().getIntent();
        boolean isOld = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (!isOld) keep(intent);
    }

    @Override
    protected void handleOnNewIntent(Intent intent) {
        super.handleOnNewIntent(intent);
        if (keep(intent)) notifyListeners("shared", new JSObject());
    }

    /** The shared text and files, once: {text, files: {name, data}[]}, data in base64. */
    @PluginMethod
    public void take(PluginCall call) {
        String ownText;
        List<Uri> ownFiles;
        synchronized (files) {
            ownText = text;
            ownFiles = new ArrayList<>(files);
            text = "";
            files.clear();
        }
        JSArray read = new JSArray();
        for (Uri file : ownFiles) {
            try {
                JSObject entry = new JSObject();
                entry.put("name", nameOf(file));
                entry.put("data", Base64.encodeToString(bytesOf(file), Base64.NO_WRAP));
                read.put(entry);
            } catch (IOException | SecurityException error) {
                Logger.error("A shared file was not read", error);
            }
        }
        JSObject result = new JSObject();
        result.put("text", ownText);
        result.put("files", read);
        call.resolve(result);
    }

    private boolean keep(Intent intent) {
        String action = intent.getAction();
        boolean isSent = Intent.ACTION_SEND.equals(action) || Intent.ACTION_SEND_MULTIPLE.equals(action);
        List<Uri> uris = isSent ? sentFiles(intent) : Collections.emptyList();
        if (Intent.ACTION_VIEW.equals(action) && intent.getData() != null) uris = List.of(intent.getData());
        CharSequence sent = isSent ? intent.getCharSequenceExtra(Intent.EXTRA_TEXT) : null;
        synchronized (files) {
            text = sent == null ? "" : sent.toString();
            files.clear();
            for (Uri uri : uris) {
                if (isForeign(uri) && files.size() < FILES_MOST) files.add(uri);
            }
            return !text.isEmpty() || !files.isEmpty();
        }
    }

    private static List<Uri> sentFiles(Intent intent) {
        if (Intent.ACTION_SEND_MULTIPLE.equals(intent.getAction())) {
            List<Uri> many = IntentCompat.getParcelableArrayListExtra(intent, Intent.EXTRA_STREAM, Uri.class);
            return many == null ? Collections.emptyList() : many;
        }
        Uri one = IntentCompat.getParcelableExtra(intent, Intent.EXTRA_STREAM, Uri.class);
        return one == null ? Collections.emptyList() : List.of(one);
    }

    /** Files of other apps only: an address of our own provider, or a path, would make us read out our own data. */
    private boolean isForeign(Uri uri) {
        String authority = uri.getAuthority();
        return "content".equals(uri.getScheme()) && authority != null && !authority.startsWith(getContext().getPackageName());
    }

    private String nameOf(Uri file) {
        String[] columns = { OpenableColumns.DISPLAY_NAME };
        try (Cursor row = getContext().getContentResolver().query(file, columns, null, null, null)) {
            if (row != null && row.moveToFirst() && row.getString(0) != null) return row.getString(0);
        }
        return "shared.torrent";
    }

    private byte[] bytesOf(Uri file) throws IOException {
        try (InputStream input = getContext().getContentResolver().openInputStream(file)) {
            if (input == null) throw new IOException("the sending app gave no data");
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            byte[] buffer = new byte[65_536];
            for (int size = input.read(buffer); size >= 0; size = input.read(buffer)) {
                output.write(buffer, 0, size);
                if (output.size() > BYTES_MOST) throw new IOException("larger than a torrent file");
            }
            return output.toByteArray();
        }
    }
}
