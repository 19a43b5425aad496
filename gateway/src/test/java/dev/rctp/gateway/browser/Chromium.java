package dev.rctp.gateway.browser;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a screen, as wide as a desk's, a usual telephone's or the narrowest one's. */
final class Chromium implements AutoCloseable {

    private static final Path SHOTS = Path.of("target", "screenshots");

    /** The width of the window in CSS pixels. */
    enum Width {
        DESK(1280),
        HANDSET(390),
        TELEPHONE(320);

        private final int pixels;

        Width(int pixels) {
            this.pixels = pixels;
        }
    }

    private final ChromeDriver driver;
    private Width width = Width.DESK;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /** A fresh browser that knows no page yet. */
    static Chromium start() {
        Path chromium = installed("chromium", "chromium");
        Path chromedriver = installed("chromedriver", "chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        // Chromium refuses its own sandbox to root, as which containers run; only pages of these tests are opened
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(30));
        return new Chromium(driver).at(Width.DESK);
    }

    private static Path installed(String program, String debianPackage) {
        return Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("The program " + program
                        + " is missing: ./rctp test --all installs it, and so does apt-get install " + debianPackage
                        + "."));
    }

    /** The driver, for what is not here. */
    ChromeDriver driver() {
        return driver;
    }

    /** Makes the window as wide as this. */
    Chromium at(Width width) {
        this.width = width;
        resize(900);
        return this;
    }

    private void resize(long height) {
        Map<String, Object> metrics =
                Map.of("width", width.pixels, "height", height, "deviceScaleFactor", 1, "mobile", width != Width.DESK);
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", metrics);
    }

    /** Opens pages in this language and theme from now on. */
    Chromium as(String language, boolean dark) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setExtraHTTPHeaders", Map.of("headers", Map.of("Accept-Language", language)));
        Map<String, String> theme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(theme)));
        return this;
    }

    /** What this expression of JavaScript gives as a whole number; the pages' own policy does not stop it. */
    long number(String expression) {
        return driver.executeScript("return " + expression) instanceof Number number ? number.longValue() : -1;
    }

    /** The element with this id. */
    WebElement id(String id) {
        return driver.findElement(By.id(id));
    }

    /** The page's text as a person reads it. */
    String text() {
        return String.valueOf(driver.executeScript("return document.body?.innerText ?? ''"));
    }

    /** Waits until the page has this text. */
    void awaitText(String text) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> text().contains(text));
    }

    /** Keeps a picture of the whole page as {@code target/screenshots/<name>.png}. */
    void shoot(String name) throws IOException {
        resize(number("document.documentElement.scrollHeight"));
        Files.createDirectories(SHOTS);
        Files.write(SHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        resize(900);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
