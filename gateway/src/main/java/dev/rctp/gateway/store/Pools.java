package dev.rctp.gateway.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Makes the connection pool; bounded, as the number of virtual threads that ask is not. */
final class Pools {

    private static final Duration FIRST_CONNECTION = Duration.ofSeconds(10);
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(3);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(8);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);
    private static final Duration LOCK = Duration.ofSeconds(2);

    private Pools() {}

    static HikariDataSource create(String url, String user, String password, int maxConnections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("store");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(maxConnections);
        config.setConnectionTimeout(FIRST_CONNECTION.toMillis()); // the server may be starting too
        config.setValidationTimeout(SIGN_OF_LIFE.toMillis());
        config.setInitializationFailTimeout(-1); // the checks that follow say what is wrong
        driver(config, "ApplicationName", "rctp-gateway");
        driver(config, "connectTimeout", Long.toString(CONNECT.toSeconds()));
        driver(
                config,
                "socketTimeout",
                Long.toString(ANSWER.toSeconds())); // a silent server fails calls, never holds them
        driver(config, "tcpKeepAlive", "true");
        driver(config, "options", "-c lock_timeout=" + LOCK.toMillis()); // a row someone else holds
        driver(config, "logServerErrorDetail", "false"); // details quote rows
        return new HikariDataSource(config);
    }

    /** The driver overlooks, without a word, a property that is not a text. */
    private static void driver(HikariConfig config, String property, String value) {
        config.addDataSourceProperty(property, value);
    }

    /** From now on nobody waits long for a connection. */
    static void inService(HikariDataSource pool) {
        pool.getHikariConfigMXBean().setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
    }
}
