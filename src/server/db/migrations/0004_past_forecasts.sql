CREATE TABLE "past_forecasts" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"week" date NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"forecast_end" timestamp (3) with time zone NOT NULL,
	"p10" timestamp (3) with time zone,
	"p50" timestamp (3) with time zone,
	"p80" timestamp (3) with time zone,
	"p90" timestamp (3) with time zone,
	"on_time_chance" double precision,
	"planned_ship_date" timestamp (3) with time zone,
	"cause" text,
	"cause_category_id" uuid,
	CONSTRAINT "past_forecasts_tenant_id_project_id_week_pk" PRIMARY KEY("tenant_id","project_id","week")
);
--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "recorded_week" date;--> statement-breakpoint
ALTER TABLE "past_forecasts" ADD CONSTRAINT "past_forecasts_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_forecasts_week" ON "past_forecasts" USING btree ("tenant_id","week");