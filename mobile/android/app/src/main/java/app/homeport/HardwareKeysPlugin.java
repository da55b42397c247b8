package app.homeport;

import android.view.KeyEvent;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Hands the phone's volume keys to the app while the remote is open; otherwise they are the phone's own. */
@CapacitorPlugin(name = "HardwareKeys")
public class HardwareKeysPlugin extends Plugin {

    private volatile boolean isOn = false;

    @PluginMethod
    public void setOn(PluginCall call) {
        isOn = Boolean.TRUE.equals(call.getBoolean("isOn", false));
        call.resolve();
    }

    /** True if the app has the key: the phone's volume then stays as it is. The system's repeats are dropped: the remote has its own. */
    boolean take(KeyEvent event) {
        String key = keyOf(event.getKeyCode());
        if (!isOn || key == null) return false;
        if (event.getRepeatCount() > 0) return true;
        JSObject data = new JSObject();
        data.put("key", key);
        data.put("phase", event.getAction() == KeyEvent.ACTION_UP ? "up" : "down");
        notifyListeners("key", data);
        return true;
    }

    private static String keyOf(int code) {
        if (code == KeyEvent.KEYCODE_VOLUME_UP) return "volume_up";
        if (code == KeyEvent.KEYCODE_VOLUME_DOWN) return "volume_down";
        return null;
    }
}
