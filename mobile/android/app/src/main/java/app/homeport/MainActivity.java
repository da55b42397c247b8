package app.homeport;

import android.os.Bundle;
import android.view.KeyEvent;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.PluginHandle;

/** The only activity: a web view with the app, and Homeport's own plugins. */
public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(HardwareKeysPlugin.class);
        registerPlugin(PackageInstallerPlugin.class);
        registerPlugin(SharedInputPlugin.class);
        super.onCreate(savedInstanceState);
    }

    @Override
    public boolean dispatchKeyEvent(KeyEvent event) {
        PluginHandle handle = getBridge() == null ? null : getBridge().getPlugin("HardwareKeys");
        boolean isTaken = handle != null && ((HardwareKeysPlugin) handle.getInstance()).take(event);
        return isTaken || super.dispatchKeyEvent(event);
    }
}
